/** The titles of the entries that conditions name by their ids. */
import { useQuery } from '@tanstack/react-query'
import type { TypeInfo } from '../../../../../src/admin-api/schema-api.ts'
import { call } from '../../../api/call.ts'
import type { FilterNode } from './filter-tree.ts'

/** By relation and id, as soon as it is known. */
export function useTitles(tree: FilterNode, { attributes }: TypeInfo) {
  const named = [...new Set(namedIn(tree))].filter(name => attributes[name.split(' ', 1)[0]!]?.target !== undefined)
  const { data } = useQuery({
    queryKey: ['titles', named],
    enabled: named.length > 0,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const titles = named.map(async name => {
        const [relation, id] = name.split(' ') as [string, string]
        const params = { uid: attributes[relation]!.target! }
        const query = { filters: { id: { $eq: id } }, pagination: { pageSize: 1 } }
        // Somebody who may not read it sees its id.
        const found = await call('GET /content/:uid', { params, query, signal }).catch(() => ({ data: [] }))
        return [name, found.data[0]?.title] as const
      })
      return new Map(await Promise.all(titles))
    },
  })
  return (relation: string, id: string) => data?.get(`${relation} ${id}`)
}

function namedIn(node: FilterNode): readonly string[] {
  if (node.kind === 'group') return node.items.flatMap(namedIn)
  if (node.kind !== 'condition' || node.path.length !== 2 || node.path[1] !== 'id') return []
  return typeof node.value === 'string' && /^\d+$/.test(node.value) ? [`${node.path[0]} ${node.value}`] : []
}
