import { createHash } from 'node:crypto';
import { sameSecret } from '#server/platform/http/index.ts';

/** Fields of a call, decoded and otherwise unchanged: `1000` and `1000.00` are signed differently. */
export type ClickFields = Readonly<Record<string, string>>;

/** Lower-case hex MD5, the provider's choice, of the fields it names in its order. */
export function clickSignature(fields: ClickFields, secretKey: string): string {
  const of = (name: string) => fields[name] ?? '';
  const text = [
    of('click_trans_id'),
    of('service_id'),
    secretKey,
    of('merchant_trans_id'),
    of('action') === '1' ? of('merchant_prepare_id') : '',
    of('amount'),
    of('action'),
    of('sign_time'),
  ].join('');
  return createHash('md5').update(text).digest('hex');
}

/** With one of these keys; null is none. */
export const isSigned = (
  fields: ClickFields,
  ...secretKeys: readonly (string | null | undefined)[]
): boolean =>
  secretKeys
    .map(
      (key) => typeof key === 'string' && sameSecret(fields.sign_string ?? '', clickSignature(fields, key)),
    )
    .includes(true);
