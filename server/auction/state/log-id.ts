/** Whether one log id (`<time>-<count>`; '0': before all) is after the other; of numbers as text the longer is the larger. */
export function isAfter(one: string, other: string): boolean {
  const [dash, otherDash] = [dashOf(one), dashOf(other)];
  if (dash !== otherDash) return dash > otherDash;
  if (one.length === other.length) return one > other;
  const [time, otherTime] = [one.slice(0, dash), other.slice(0, dash)];
  return time === otherTime ? one.length > other.length : time > otherTime;
}

function dashOf(id: string): number {
  const dash = id.indexOf('-');
  return dash === -1 ? id.length : dash;
}
