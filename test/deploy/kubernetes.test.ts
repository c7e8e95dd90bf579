/**
 * The manifests in `deploy/kubernetes`, as the API of Kubernetes 1.34 describes its objects. kubeconform, which does the same, is to be had
 * neither from Debian nor from npm; so the schemas that it takes from Kubernetes are in `kubernetes-1.34.json`, and unknown fields are refused.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { SETTINGS } from '../../src/config/settings/settings.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

const KINDS: Readonly<Record<string, string>> = {
  'apps/v1 Deployment': 'io.k8s.api.apps.v1.Deployment',
  'networking.k8s.io/v1 Ingress': 'io.k8s.api.networking.v1.Ingress',
  'policy/v1 PodDisruptionBudget': 'io.k8s.api.policy.v1.PodDisruptionBudget',
  'v1 Secret': 'io.k8s.api.core.v1.Secret',
  'v1 Service': 'io.k8s.api.core.v1.Service',
}

interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  // biome-ignore lint/suspicious/noExplicitAny: the test knows what it looks at
  readonly spec: any
  readonly stringData?: Readonly<Record<string, string>>
}

function manifests(file: string): readonly Manifest[] {
  return parseAllDocuments(textOf(`deploy/kubernetes/${file}`)).map(document => {
    expect(document.errors).toEqual([])
    return document.toJS() as Manifest
  })
}

/** Objects whose fields are known may have no others. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict)
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, strict(value)]))
  return 'properties' in schema && !('additionalProperties' in schema)
    ? { ...inner, additionalProperties: false }
    : inner
}

const { definitions } = JSON.parse(textOf('test/deploy/kubernetes-1.34.json')) as { definitions: object }
const ajv = new Ajv({ strict: false, allErrors: true })
ajv.addSchema({ $id: 'kubernetes', definitions: strict(definitions) as object })

function problemsOf(manifest: Manifest): readonly string[] {
  const name = KINDS[`${manifest.apiVersion} ${manifest.kind}`]
  if (name === undefined) return [`unknown: ${manifest.apiVersion} ${manifest.kind}`]
  const check = ajv.getSchema(`kubernetes#/definitions/${name}`)!
  if (check(manifest)) return []
  return check.errors!.map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
}

const all = [...manifests('populus.yaml'), ...manifests('secret.example.yaml')]

test('every manifest is what Kubernetes accepts', () => {
  expect(all.map(({ kind }) => kind)).toEqual(['Deployment', 'PodDisruptionBudget', 'Service', 'Ingress', 'Secret'])
  expect(all.flatMap(problemsOf)).toEqual([])
})

test('the check finds wrong fields, types and kinds', () => {
  const [deployment] = structuredClone(all) as [Manifest]
  deployment.spec.replicas = 'three'
  deployment.spec.template.spec.containers[0].readinesProbe = {}
  delete deployment.spec.selector
  expect(problemsOf(deployment).toSorted()).toEqual([
    `/spec must have required property 'selector' {"missingProperty":"selector"}`,
    '/spec/replicas must be integer {"type":"integer"}',
    '/spec/template/spec/containers/0 must NOT have additional properties {"additionalProperty":"readinesProbe"}',
  ])
  expect(problemsOf({ ...deployment, apiVersion: 'extensions/v1beta1' })).toHaveLength(1)
})

test('probes, settings and times fit the server', () => {
  const [{ spec: deployment }] = all as [Manifest]
  const pod = deployment.template.spec
  const [container] = pod.containers
  expect(container.readinessProbe.httpGet.path).toBe('/_ready')
  expect(container.livenessProbe.httpGet.path).toBe('/_health')
  const known = new Set(SETTINGS.flatMap(({ env }) => (env === undefined ? [] : [env])))
  const named: string[] = container.env.map(({ name }: { name: string }) => name)
  const secret = Object.keys(all.at(-1)!.stringData!)
  expect([...named, ...secret].filter(name => !known.has(name))).toEqual([])
  const drain = container.env.find(({ name }: { name: string }) => name === 'POPULUS_DRAIN_SECONDS').value
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(Number(drain) + 8)
  // Where the image says that the server may write.
  const paths = container.volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath)
  expect(paths).toEqual(['/tmp', '/app/.tmp'])
  for (const { kind, spec } of all)
    if (kind === 'Service') expect(spec.selector).toEqual(deployment.selector.matchLabels)
})

test('the page shows these files', () => {
  const page = textOf('docs/guides/hosting-kubernetes.md')
  const shown = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => text)
  expect(shown).toEqual([textOf('deploy/kubernetes/secret.example.yaml'), textOf('deploy/kubernetes/populus.yaml')])
})
