/** Messages to browsers of people, through the push services of the browsers' makers. */
import type { Config } from '#server/platform/config/index.ts';
import type { PushGateway } from './port.ts';
import { createWebPush, type PushCalls } from './web-push.ts';

export {
  PUSH_PAYLOAD_MAX,
  PushNotTaken,
  type PushGateway,
  type PushMessage,
  type PushTarget,
} from './port.ts';

/**
 * null: an installation without a key for it sends none.
 * @param calls to addresses that people's browsers name
 */
export function openPush(
  { pushKey: secret, securityContact: contact }: Pick<Config, 'pushKey' | 'securityContact'>,
  calls: PushCalls,
): PushGateway | null {
  return secret === null ? null : createWebPush({ secret, contact, calls });
}
