/** Does one log id (`<time>-<count>`) come after the other? */
export function isAfter(one: string, other: string): boolean {
  const [time = 0, count = 0] = one.split('-').map(Number);
  const [otherTime = 0, otherCount = 0] = other.split('-').map(Number);
  return time > otherTime || (time === otherTime && count > otherCount);
}
