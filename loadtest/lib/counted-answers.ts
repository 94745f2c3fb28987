/** Refusals by which nothing was judged: the room stood still, the bid did not get through, or there were too many. */
const NOT_JUDGED = new Set(['held', 'suspended', 'fenced', 'rate-limited', 'unreachable', 'not-placed']);

/** Answers of one kind: the word is the verdict, or why it was refused; `isVerdict`: not an error, nor without an answer. */
export interface AnswerCount {
  word: string;
  isVerdict: boolean;
  times: number;
}

/**
 * How many answers a throughput counts: accepted bids alone where all were meant to be accepted, otherwise those that were
 * judged, accepted or refused.
 */
export function countedAnswers(answers: readonly AnswerCount[], acceptPercent: number): number {
  const counts = ({ word, isVerdict }: AnswerCount) =>
    acceptPercent === 100 ? word === 'accepted' : isVerdict && !NOT_JUDGED.has(word);
  return answers.filter(counts).reduce((sum, { times }) => sum + times, 0);
}
