/** Groups members; groups are in the order of their first member. (Node 20 lacks `Map.groupBy`.) */
export function groupBy<Member, Group>(
  members: readonly Member[],
  groupOf: (member: Member) => Group,
): ReadonlyMap<Group, readonly Member[]> {
  const groups = new Map<Group, Member[]>()
  for (const member of members) {
    const group = groups.get(groupOf(member))
    if (group === undefined) groups.set(groupOf(member), [member])
    else group.push(member)
  }
  return groups
}
