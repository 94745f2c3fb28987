/**
 * Batches the requests of one turn of the event loop into one call: under load one SQL statement serves several
 * requests, a single request does not wait.
 * @param ask loads many keys; a key it does not return resolves to `undefined`
 */
export function batchLoader<Key, Answer>(
  ask: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Answer>>,
): (key: Key) => Promise<Answer | undefined> {
  let gathering: { keys: Set<Key>; answers: Promise<ReadonlyMap<Key, Answer>> } | null = null;
  return async (key) => {
    if (!gathering) {
      const keys = new Set<Key>();
      const turn = new Promise<void>((resolve) => setImmediate(resolve));
      const answers = turn.then(() => {
        gathering = null;
        return ask([...keys]);
      });
      gathering = { keys, answers };
    }
    const mine = gathering;
    mine.keys.add(key);
    return (await mine.answers).get(key);
  };
}
