import type { Language } from '#shared/i18n/languages.ts';
import { stripInvisible } from '#shared/text/strip-invisible.ts';
import { parseEmail } from '#shared/validation/email.ts';
import { problemOfPassword } from '#shared/validation/password.ts';
import { isPersonName, oneLine } from '#shared/validation/person-name.ts';
import { parsePhone } from '#shared/validation/phone.ts';
import { problemOfPinfl } from '#shared/validation/pinfl.ts';
import { problemOfStir } from '#shared/validation/stir.ts';
import { COMMON_PASSWORDS } from './most-used-passwords.ts';
import type { NewAccount } from './directory.ts';
import type { OutsideWay, ProvenNumber } from './outside/proven-number.ts';

/** Fields of the registration form as they arrive. */
export const REGISTRATION_FIELDS = [
  'kind',
  'name',
  'pinfl',
  'organisation',
  'stir',
  'phone',
  'email',
  'password',
  'repeat',
] as const;
type RegistrationField = (typeof REGISTRATION_FIELDS)[number];
export type RegistrationForm = Record<RegistrationField, string>;

/** Keys of the texts shown beside the fields (`problem.<key>`). */
export type FieldProblem =
  | 'required'
  | 'name'
  | 'phone'
  | 'email'
  | 'pinfl'
  | 'pinfl-check'
  | 'stir'
  | 'stir-person'
  | 'password-short'
  | 'password-long'
  | 'password-guessable'
  | 'password-personal'
  | 'repeat';

export type FieldProblems = Partial<Record<RegistrationField, FieldProblem>>;

const PASSWORD_TEXT = {
  short: 'password-short',
  long: 'password-long',
  common: 'password-guessable',
  plain: 'password-guessable',
  personal: 'password-personal',
} as const;

/** What is wrong with a new password and its repetition. */
export function problemsOfPassword(
  password: string,
  repeat: string,
  personal: { phone?: string; email?: string },
): FieldProblems {
  if (password === '') return { password: 'required' };
  const problem = problemOfPassword(password, personal, COMMON_PASSWORDS);
  if (problem) return { password: PASSWORD_TEXT[problem] };
  return repeat === password ? {} : { repeat: 'repeat' };
}

function nameProblem(name: string, kind: 'natural' | 'legal'): FieldProblem | undefined {
  if (name === '') return 'required';
  return isPersonName(name, kind) ? undefined : 'name';
}

function pinflProblem(pinfl: string): FieldProblem | undefined {
  if (pinfl === '') return 'required';
  const problem = problemOfPinfl(pinfl);
  if (!problem) return undefined;
  return problem === 'check-digit' ? 'pinfl-check' : 'pinfl';
}

function stirProblem(stir: string): FieldProblem | undefined {
  if (stir === '') return 'required';
  const problem = problemOfStir(stir);
  if (!problem) return undefined;
  return problem === 'not-legal' ? 'stir-person' : 'stir';
}

const withoutGaps = (problems: Record<string, FieldProblem | undefined>): FieldProblems =>
  Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined));

/** The form with what an outside service vouched for in place of what was typed. */
export function withProven(form: RegistrationForm, proven: ProvenNumber | null): RegistrationForm {
  if (!proven) return form;
  const { field, value, name } = proven;
  return field === 'stir'
    ? { ...form, kind: 'legal', stir: value }
    : { ...form, kind: 'natural', pinfl: value, name: isPersonName(name, 'natural') ? name : form.name };
}

/**
 * The account a form describes, or what is wrong with each field.
 * @param proven a number that needs no check of its own
 */
export function readRegistration(
  typed: RegistrationForm,
  language: Language,
  proven: ProvenNumber | null = null,
): { account: NewAccount & { email: string; provenBy: OutsideWay | null } } | { problems: FieldProblems } {
  const form = withProven(typed, proven);
  const kind = form.kind === 'legal' ? 'legal' : 'natural';
  const phone = parsePhone(form.phone);
  const email = parseEmail(form.email);
  const name = oneLine(kind === 'legal' ? form.organisation : form.name);
  const pinfl = stripInvisible(form.pinfl).replace(/\s/g, '');
  const stir = stripInvisible(form.stir).replace(/\s/g, '');

  const problems = withoutGaps({
    ...(kind === 'legal'
      ? { organisation: nameProblem(name, 'legal'), stir: proven ? undefined : stirProblem(stir) }
      : { name: nameProblem(name, 'natural'), pinfl: proven ? undefined : pinflProblem(pinfl) }),
    phone: phone ? undefined : /^\+?(998)?$/.test(form.phone.trim()) ? 'required' : 'phone',
    email: email ? undefined : form.email.trim() === '' ? 'required' : 'email',
    ...problemsOfPassword(form.password, form.repeat, {
      ...(phone ? { phone } : {}),
      ...(email ? { email } : {}),
    }),
  });
  if (!phone || !email || Object.keys(problems).length > 0) return { problems };
  return {
    account: {
      kind,
      name,
      phone,
      email,
      pinfl: kind === 'natural' ? pinfl : null,
      stir: kind === 'legal' ? stir : null,
      language,
      password: form.password,
      provenBy: proven?.way ?? null,
    },
  };
}
