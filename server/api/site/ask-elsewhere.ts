import type { Live } from '#server/auction/index.ts';
import { Reply } from '#server/platform/http/index.ts';
import type { BidAnswer } from '#shared/realtime/room.ts';

type SendsAway = Pick<Live, 'sendsAway'>;

/** What this process could not find out while it is cut off; another one may. */
const UNDECIDED: readonly string[] = ['unreachable', 'held', 'fenced'];

/**
 * The answer; with 503 while this process sends its people to others, so that a proxy asks the next process
 * (deploy/nginx/savdo.conf) and does not prefer the one that knows nothing for answering fast.
 */
export const orElsewhere = <Answer>({ sendsAway }: SendsAway, answer: Answer): Answer | Reply =>
  sendsAway()
    ? new Reply({
        status: 503,
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'Cache-Control': 'no-store',
          'Retry-After': '1',
        },
        body: JSON.stringify(answer),
      })
    : answer;

/** The same for a command: what is decided for good is answered here. */
export function bidOrElsewhere(live: SendsAway, answer: BidAnswer): BidAnswer | Reply {
  const isDecided =
    answer.verdict === 'accepted' || (answer.verdict === 'refused' && !UNDECIDED.includes(answer.reason));
  return isDecided ? answer : orElsewhere(live, answer);
}
