import type { AnyDb } from '#server/platform/database/index.ts';
import { forbidden } from '#server/platform/errors/index.ts';
import { openProvenPinfl, SHIPPED_ISSUER } from '#server/identity/index.ts';
import type { StaffProof } from '#shared/api/console/console-accounts.ts';
import { createAccountsRepository } from '../accounts.repository.ts';
import type { Person } from '../person.ts';
import { createAttestationRepository } from './staff-proofs.repository.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export type StaffProofs = ReturnType<typeof createStaffProofs>;

/**
 * Who a member of staff is: staff decide only after their PINFL was proven or attested, for two accounts without one would be
 * two persons.
 * @param sandboxes what local twins and the demo vouch for counts, too
 */
export function createStaffProofs(db: AnyDb, { sandboxes }: { sandboxes: boolean }) {
  const people = createAccountsRepository(db);
  const provenPinfl = openProvenPinfl({ db });
  const attestations = createAttestationRepository(db);

  /** The strongest there is. */
  async function of({ id, issuer, subject, demo, pinfl }: Person): Promise<StaffProof> {
    const proven = issuer === SHIPPED_ISSUER ? await provenPinfl(subject) : null;
    if (proven && !proven.byTwin) return { by: 'service', atMs: proven.provenAt.getTime() };
    const attested = await attestations.latest(id);
    if (attested) {
      const { document, reason, at } = attested;
      return { by: 'attestation', document, reason, atMs: at.getTime() };
    }
    return { by: sandboxes && pinfl !== null && (proven || demo) ? 'sandbox' : 'none' };
  }

  return {
    of,

    /**
     * Before every call of staff that changes something.
     * @throws 403 `staff-unproven`
     */
    async demand(personId: string): Promise<void> {
      const person = UUID.test(personId) ? await people.byId(personId) : null;
      if (!person || (await of(person)).by === 'none') throw forbidden('staff-unproven');
    },
  };
}
