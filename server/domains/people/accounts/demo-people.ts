import type { Role } from '#shared/api/contract.ts';
import { SHIPPED_ISSUER, type DemoAccount, type Directory } from '#server/identity/index.ts';
import type { AccountsService } from './accounts.service.ts';
import type { Person } from './person.ts';

export type DemoPerson = DemoAccount & { roles: readonly Role[] };

export interface DemoPeopleDeps {
  accounts: AccountsService;
  directory: Directory;
  /** Local twins may run here (Config.sandboxesAllowed). */
  sandboxesAllowed: boolean;
}

/** Tashkent city and its Yunusobod district, by the classifier. */
const PLACE = { regionId: 1726, areaId: 1726266 };
/** An invented bank code: no two lists of codes agree. */
const BANK = { bankName: 'Namuna bank', mfo: '00999' };
const STREETS = ['Amir Temur', 'Bobur', 'Navoiy', 'Mustaqillik', 'Shota Rustaveli'];

/** The account in the profile of the demo's person at this place of its list. */
export const demoRequisites = (at: number) => ({
  ...BANK,
  account: `20208000${String(900_000_000_000 + at).padStart(12, '0')}`,
});

/** A complete profile, so that a demo person may do everything that needs no signature. */
const detailsOf = (at: number) => ({
  address: { ...PLACE, text: `${STREETS[at % STREETS.length]} koʻchasi, ${at + 1}-uy` },
  requisites: demoRequisites(at),
});

/**
 * People of the demo, at the sign-in site and here, all with one password. Repeating brings known ones (by
 * phone, e-mail or number) back to the given contacts, password and roles. Fields are in stored form (shared/validation); ids come back in the same order.
 * @throws where local twins are refused, and when a real account has one of the phones
 */
export async function createDemoPeople(
  people: readonly DemoPerson[],
  password: string,
  { accounts, directory, sandboxesAllowed }: DemoPeopleDeps,
): Promise<Person[]> {
  if (!sandboxesAllowed) throw new Error('demo people are test data: refused in a real installation');
  const subjects = await directory.createDemo(
    people.map(({ roles: _roles, ...account }) => account),
    password,
  );
  const made: Person[] = [];
  for (const [at, { roles, ...account }] of people.entries()) {
    const subject = subjects[at] ?? '';
    const known = { issuer: SHIPPED_ISSUER, subject, ...account };
    const { id } = await accounts.prepare(known, { demo: true });
    const { phone, email } = account;
    const person = await accounts.prepareDetails(id, { phone, email, ...detailsOf(at) });
    const same = person.roles.length === roles.length && roles.every((role) => person.roles.includes(role));
    made.push(same ? person : await accounts.setRoles(person.id, roles));
  }
  return made;
}
