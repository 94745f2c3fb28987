import { format, type FormatConfig } from 'oxfmt';
import { projectFile } from './project-files.ts';

/** The text of a printed file as `npm run format` leaves it; an Error where it is none of the kind that the name says. */
export async function formatted(name: string, text: string): Promise<string> {
  const options = JSON.parse(projectFile('.oxfmtrc.json')) as FormatConfig;
  const { code, errors } = await format(name, text, options);
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return code;
}
