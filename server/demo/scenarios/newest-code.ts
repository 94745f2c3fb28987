import { codeIn } from '../sent-code.ts';
import type { ScenarioTools } from './scenario-tools.ts';

/** The code that a person's phone has just got. @param about what it is for, in the error */
export async function newestCode(
  { accounts, sandboxOutbox }: Pick<ScenarioTools, 'accounts' | 'sandboxOutbox'>,
  personId: string,
  about: string,
): Promise<string> {
  const phone = (await accounts.byId(personId))?.phone ?? '';
  const code = codeIn(await sandboxOutbox.newest(1, phone));
  if (code === null) throw new Error(`no code was sent for ${about}`);
  return code;
}
