import type { Role } from '#shared/api/contract.ts';
import type { StaffRole } from './accounts.policy.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { completeness, type ProfileFacts } from '#shared/validation/profile-facts.ts';
import type { SessionPerson } from '#server/platform/sessions/index.ts';

/** A person who has signed in at least once (or was prepared by staff or the demo). */
export interface Person {
  /** UUID as text; other domains and the auction identify people by it. */
  id: string;
  issuer: string;
  subject: string;
  kind: 'natural' | 'legal';
  name: string;
  phone: string | null;
  email: string | null;
  /** By a code sent there, or by the provider. */
  phoneConfirmed: boolean;
  emailConfirmed: boolean;
  pinfl: string | null;
  stir: string | null;
  /** By a document, of somebody whose PINFL does not contain the day of birth. */
  shownOfAge: boolean;
  language: Language;
  roles: Role[];
  /** Staff roles pending until the person stops trading. */
  offeredRoles: StaffRole[];
  demo: boolean;
  disabled: boolean;
  /** The last sign-in; null: prepared by staff and never signed in. */
  signedInAt: Date | null;
  createdAt: Date;
}

/** Person data stored in the session. The sign-in name is the phone, else the e-mail. */
export const sessionPersonOf = (person: Person, facts: ProfileFacts): SessionPerson => ({
  personId: person.id,
  roles: person.roles,
  language: person.language,
  name: person.name,
  userName: person.phone ?? person.email ?? '',
  percentage: completeness(facts),
});
