import { maskEmail } from '#shared/validation/email.ts';
import { maskPhone } from '#shared/validation/phone.ts';
import { maskPinfl } from '#shared/validation/pinfl.ts';
import { maskStir } from '#shared/validation/stir.ts';
import type { Person } from './person.ts';

export type MaskedPerson = Pick<Person, 'id' | 'kind' | 'name' | 'roles' | 'disabled'> & {
  phone: string | null;
  email: string | null;
  nationalId: string | null;
};

/** A person as anyone but the owner and operators may see it. */
export function masked(person: Person): MaskedPerson {
  const { id, kind, name, roles, disabled, phone, email, pinfl, stir } = person;
  return {
    id,
    kind,
    name,
    roles,
    disabled,
    phone: phone && maskPhone(phone),
    email: email && maskEmail(email),
    nationalId: pinfl ? maskPinfl(pinfl) : stir && maskStir(stir),
  };
}
