import { readFile } from 'node:fs/promises';
import type { VerifyingKey } from '#shared/trust/signed-statement.ts';

export interface GivenKeys {
  keys: VerifyingKey[];
}

/** What a command was given cannot be used; the message says why. */
export class Unreadable extends Error {}

/** Keys that a person trusts. @param place a file or an address @throws Unreadable */
export async function keysAt(place: string): Promise<GivenKeys> {
  const text = URL.canParse(place) && /^https?:/.test(place) ? await fetchText(place) : await readText(place);
  try {
    const value = JSON.parse(text) as GivenKeys;
    if (Array.isArray(value.keys)) return value;
  } catch {
    // Not JSON: said below, not retried.
  }
  throw new Unreadable(`${place}: not a list of keys`);
}

async function fetchText(url: string): Promise<string> {
  const answer = await fetch(url, { redirect: 'error' }).catch((error: unknown) => {
    // Not retried: reported to the person who named the address.
    throw new Unreadable(`${url}: ${String(error)}`);
  });
  if (!answer.ok) throw new Unreadable(`${url}: answered ${answer.status}`);
  return answer.text();
}

const readText = async (name: string): Promise<string> => (await readGivenBytes(name)).toString();

/** @throws Unreadable */
export const readGivenBytes = (name: string): Promise<Buffer> =>
  readFile(name).catch((error: unknown) => {
    // Not retried: reported to the person who named the file.
    throw new Unreadable(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  });
