/** The keys of `from`, each with what is made of its value once it is first read: what no one reads is never made. */
export function madeWhenRead<Key extends string, Value, Made>(
  from: Readonly<Record<Key, Value>>,
  make: (value: Value, key: Key) => Made,
): Record<Key, Made> {
  const made: Partial<Record<Key, Made>> = {};
  const entries = Object.entries(from) as [Key, Value][];
  return Object.defineProperties(
    {} as Record<Key, Made>,
    Object.fromEntries(
      entries.map(([key, value]) => [key, { enumerable: true, get: () => (made[key] ??= make(value, key)) }]),
    ),
  );
}
