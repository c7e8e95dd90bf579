/**
 * How long requests took, as a histogram by method, route and class of status. Every request passes here, so it counts
 * into plain arrays. The Prometheus form is built when somebody reads it.
 */
import type { Metric, Registry } from 'prom-client'

export interface AnsweredRequest {
  readonly method: string
  /** The path as registered (`/api/articles/:id`), never as requested: the number of requested paths is unlimited. */
  readonly route: string
  readonly status: number
  readonly seconds: number
}

const NAME = 'http_request_duration_seconds'
/** Upper ends of the buckets, in seconds. One more bucket takes the rest. */
const ENDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Series {
  readonly labels: Readonly<Record<'method' | 'route' | 'status', string>>
  readonly buckets: number[]
  sum: number
}

/** Returns the function that counts a request. */
export function watchRequests(registry: Registry): (request: AnsweredRequest) => void {
  const routes = new Map<string, Map<string, Series[]>>()
  const histogram = {
    name: NAME,
    get: async () => ({
      name: NAME,
      help: 'Time until a request was answered, by method, route and class of status.',
      type: 'histogram',
      aggregator: 'sum',
      values: [...routes.values()].flatMap(methods => [...methods.values()].flat()).flatMap(valuesOf),
    }),
  }
  // Everything that the registry calls exists. The type also requires the rest of prom-client's histogram.
  registry.registerMetric(histogram as unknown as Metric)
  return ({ method, route, status, seconds }) => {
    const series = seriesOf(routes, method, route, Math.floor(status / 100))
    const end = ENDS.findIndex(end => seconds <= end)
    series.buckets[end === -1 ? ENDS.length : end]! += 1
    series.sum += seconds
  }
}

function seriesOf(routes: Map<string, Map<string, Series[]>>, method: string, route: string, status: number): Series {
  const methods = routes.get(route) ?? new Map<string, Series[]>()
  if (methods.size === 0) routes.set(route, methods)
  const classes = methods.get(method) ?? []
  if (classes.length === 0) methods.set(method, classes)
  classes[status] ??= {
    labels: { method, route, status: `${status}xx` },
    buckets: new Array<number>(ENDS.length + 1).fill(0),
    sum: 0,
  }
  return classes[status]
}

/** A bucket counts all requests up to its end, including those of the buckets before it. */
function valuesOf({ labels, buckets, sum }: Series): readonly object[] {
  let count = 0
  const values = buckets.map((inside, index) => {
    count += inside
    return { metricName: `${NAME}_bucket`, labels: { le: ENDS[index] ?? '+Inf', ...labels }, value: count }
  })
  return [
    ...values,
    { metricName: `${NAME}_sum`, labels, value: sum },
    { metricName: `${NAME}_count`, labels, value: count },
  ]
}
