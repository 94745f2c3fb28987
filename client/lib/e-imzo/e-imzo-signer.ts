import { readAlias } from './alias.ts';
import {
  applicationAddress,
  callApplication,
  type ApplicationAnswer,
  type ApplicationCall,
} from './application-call.ts';
import { SignerProblem, staysOutside, type BrowserSigner, type SignerKey } from './browser-signer.ts';

/** The first version whose calls are those we make. */
const NEEDED = { major: 3, minor: 37 };

interface FileKey {
  disk: string;
  path: string;
  name: string;
  alias: string;
}
interface Token {
  cardUID: string;
  info: string;
}

type Listed = SignerKey & { load: ApplicationCall };

/** Of the window that asks for the password: how the application says that it was closed, in numbers and, before those, in words. */
const CANCELLED_STATUS = -5_000;
const CANCELLED_WORDS = /^Ввод пароля отмен[её]н/;

/** A wrong password has Java's name somewhere in what the application says. */
function problemOf({ reason = '', status }: ApplicationAnswer): SignerProblem {
  const cancelled = Number(status) === CANCELLED_STATUS || CANCELLED_WORDS.test(reason);
  if (cancelled) return new SignerProblem('cancelled', reason);
  return new SignerProblem(reason.includes('BadPaddingException') ? 'wrong-password' : 'failed', reason);
}

const isOldEnough = ({ major, minor }: ApplicationAnswer): boolean =>
  Number(major) > NEEDED.major || (Number(major) === NEEDED.major && Number(minor) >= NEEDED.minor);

/** Keys in files, and on tokens where the application knows how to read them. */
function fileKeys(answer: ApplicationAnswer): Listed[] {
  return ((answer.certificates ?? []) as FileKey[]).flatMap(({ disk, path, name, alias }) => {
    const read = readAlias(alias);
    const load = { plugin: 'pfx', name: 'load_key', arguments: [disk, path, name, alias] };
    return read ? [{ ...read, id: `file:${disk}${path}/${name}`, place: 'file' as const, load }] : [];
  });
}
function tokenKeys(answer: ApplicationAnswer): Listed[] {
  return ((answer.tokens ?? []) as Token[]).flatMap(({ cardUID, info }) => {
    const read = readAlias(info);
    const load = { plugin: 'ftjc', name: 'load_key', arguments: [cardUID] };
    return read ? [{ ...read, id: `token:${cardUID}`, place: 'token' as const, load }] : [];
  });
}

/**
 * Signs in the E-IMZO application on the person's machine, over its local socket.
 * @param apiKeys pairs of domain and key under which this site may call it
 */
export function createEImzoSigner(
  apiKeys: readonly string[],
  address: string = applicationAddress(),
): BrowserSigner {
  let listed: Listed[] = [];
  let admitted = false;

  async function ask(what: ApplicationCall): Promise<ApplicationAnswer> {
    const answer = await callApplication(address, what);
    if (!answer.success) throw problemOf(answer);
    return answer;
  }

  /** Version and site are sent once; the application remembers the site, not the socket. */
  async function admit(): Promise<void> {
    if (admitted) return;
    const version = await ask({ name: 'version' });
    if (!isOldEnough(version))
      throw new SignerProblem('too-old', `${String(version.major)}.${String(version.minor)}`);
    const answer = await callApplication(address, { name: 'apikey', arguments: [...apiKeys] });
    if (!answer.success) throw new SignerProblem('not-licensed', answer.reason ?? null);
    admitted = true;
  }

  /** An application without the plugin answers that it does not know it: no tokens then. */
  async function tokens(): Promise<Listed[]> {
    const answer = await callApplication(address, { plugin: 'ftjc', name: 'list_all_keys', arguments: [''] });
    return answer.success ? tokenKeys(answer) : [];
  }

  return {
    kind: 'e-imzo',
    asksHere: false,

    async keys() {
      await admit();
      const files = fileKeys(await ask({ plugin: 'pfx', name: 'list_all_certificates' }));
      listed = [...files, ...(await tokens())];
      return listed;
    },

    async sign(key, documentBase64) {
      await admit();
      const chosen = listed.find(({ id }) => id === key.id);
      if (!chosen) throw new SignerProblem('failed', 'the key is not plugged in any more');
      const { keyId } = await ask(chosen.load);
      const detached = staysOutside(documentBase64) ? 'yes' : 'no';
      const made = await ask({
        plugin: 'pkcs7',
        name: 'create_pkcs7',
        arguments: [documentBase64, String(keyId), detached],
      });
      return String(made.pkcs7_64);
    },
  };
}
