/**
 * Questions that come in the same turn of the event loop are asked as one: under load a statement answers several
 * people, alone it is asked at once.
 * @param ask answers for many keys; a key without an answer gets `undefined`
 */
export function together<Key, Answer>(
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
