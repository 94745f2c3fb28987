import type { FileOwnerKind, FilesService } from '#server/domains/content/files/index.ts';
import { notFound } from '#server/platform/errors/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { Role } from '#shared/api/contract.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import { createPartnersRepository } from './partners.repository.ts';

export const OWNER = 'partner';

export type PartnerLogos = Pick<FilesService, 'publishPhotos' | 'photosOf'>;

/** Where no files are at hand. */
export const WITHOUT_LOGOS: PartnerLogos = {
  publishPhotos: () => Promise.resolve([]),
  photosOf: () => Promise.resolve(new Map()),
};

interface LogoDeps {
  db: AnyDb;
  accounts: { byId(personId: string): Promise<{ roles: readonly Role[]; name: string } | null> };
  files: PartnerLogos;
  actions: {
    record(
      action: { personId: string; type: 'partner'; action: 'logo'; result: 'done' },
      tx: AnyDb,
    ): Promise<void>;
  };
}

/** The logo of a partner: one picture, public like the first page that shows it; who writes dictionaries changes it. */
export function partnerLogosOwner({ db, accounts, files, actions }: LogoDeps): FileOwnerKind {
  /** Who changes files in a transaction: `touched` knows the partner alone. */
  const changing = new WeakMap<AnyDb, { personId: string; name: string }>();
  return {
    name: OWNER,
    most: { image: 1, document: 0 },

    async access(id, viewer) {
      if (!(await createPartnersRepository(db).byId(id))) return null;
      return viewer && hasRight(viewer.roles, 'readReference') ? 'staff' : 'public';
    },

    async lockForChange(tx, id, personId) {
      const person = await accounts.byId(personId);
      if (!person || !hasRight(person.roles, 'writeReference')) throw notFound();
      await createPartnersRepository(tx).lockAll();
      if (!(await createPartnersRepository(tx).byId(id))) throw notFound();
      changing.set(tx, { personId, name: person.name });
    },

    async touched(tx, id) {
      await files.publishPhotos(tx, { owner: OWNER, ownerId: id });
      const by = changing.get(tx);
      const partner = await createPartnersRepository(tx).byId(id);
      // Files that the platform itself takes away have no author.
      if (!by || !partner) return;
      await createPartnersRepository(tx).record(partner, 'logo', by);
      await actions.record({ personId: by.personId, type: 'partner', action: 'logo', result: 'done' }, tx);
    },
  };
}
