import list from '#shared/validation/most-used-passwords.json' with { type: 'json' };
import { passwordText } from './hashing.ts';

/** The most used passwords that are long enough, in lower case. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(list);

/** The same for browsers, as a module: the policy of the pages lets scripts in and no other data. */
export const COMMON_PASSWORDS_MODULE = `export default ${JSON.stringify(list)};\n`;

let texts: ReadonlySet<string> | null = null;

/** Is this the SHA-256 of one of the most used passwords, as it is, in capitals or with a capital at its beginning? */
export function isCommonPasswordText(text: string): boolean {
  texts ??= new Set(
    list.flatMap((each) =>
      [each, each.toUpperCase(), each.slice(0, 1).toUpperCase() + each.slice(1)].map(passwordText),
    ),
  );
  return texts.has(text);
}
