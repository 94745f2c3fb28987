import { ofFormerStaff, PLATFORM } from '#server/domains/people/accounts/index.ts';
import { conflict, notFound, ruleForbids } from '#server/platform/errors/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { PARTNERS_MAX, type ConsolePartner } from '#shared/api/console/console-partners.ts';
import { completeName, type NameInput } from '#shared/content/names.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import {
  createPartnersRepository,
  type Partner,
  type PartnerAction,
  type PartnerParts,
  type StaffMember,
} from './partners.repository.ts';
import { OWNER, type PartnerLogos } from './partner-logos.ts';

export interface PartnersDeps {
  db: AnyDb;
  /** The log of what people did, in the transaction of the change. */
  actions: {
    record(
      action: { personId: string; type: 'partner'; action: PartnerAction | 'arrange'; result: 'done' },
      tx: AnyDb,
    ): Promise<void>;
  };
  files: PartnerLogos;
}

export type Partners = ReturnType<typeof createPartners>;

interface PartsInput extends Omit<PartnerParts, 'name'> {
  name: NameInput;
}

function partsOf({ name, ...parts }: PartsInput): PartnerParts {
  if (parts.from !== null && parts.until !== null && parts.from > parts.until)
    throw ruleForbids('partners.dates');
  return { ...parts, name: completeName(name) };
}

function stateOf({ hidden, from, until }: PartnerParts, today: string): ConsolePartner['state'] {
  if (hidden) return 'hidden';
  if (from !== null && today < from) return 'planned';
  return until !== null && today > until ? 'over' : 'shown';
}

/** Address of the initials on a plate, which every partner has. */
const plateOf = (id: number): string => `/logos/partner/${id}.svg`;

/** Partners of the first page. Each change is a version with who made it, in one transaction. */
export function createPartners({ db, actions, files }: PartnersDeps) {
  const read = createPartnersRepository(db);

  /** The uploaded logo as readers get it, or the plate. */
  async function logosOf(partners: readonly Partner[]): Promise<(id: number) => string> {
    const photos = await files.photosOf(
      OWNER,
      partners.map(({ id }) => id),
    );
    return (id) => photos.get(id)?.[0]?.sizes[0]?.url ?? plateOf(id);
  }

  async function shown(partners: readonly Partner[]): Promise<ConsolePartner[]> {
    const [logoOf, changes] = await Promise.all([logosOf(partners), read.changes()]);
    const today = tashkentDay(Date.now());
    return partners.map((partner) => ({
      ...partner,
      logo: logoOf(partner.id),
      state: stateOf(partner, today),
      changes: changes
        .filter(({ partnerId }) => partnerId === partner.id)
        .map(({ version, action, by, at }) => ({ version, action, by, atMs: at.getTime() })),
    }));
  }

  async function one(id: number): Promise<ConsolePartner> {
    const partner = await read.byId(id);
    const [found] = partner ? await shown([partner]) : [];
    if (!found) throw notFound();
    return found;
  }

  async function record(tx: AnyDb, id: number, action: PartnerAction, by: StaffMember): Promise<void> {
    const own = createPartnersRepository(tx);
    const partner = await own.byId(id);
    if (!partner) throw notFound();
    await own.record(partner, action, by);
    if (by !== PLATFORM)
      await actions.record({ personId: by.personId, type: 'partner', action, result: 'done' }, tx);
  }

  /** @throws 404 unknown, 409 `partners.changed` when the version is not the newest, 422 `partners.dates` */
  async function edit(
    of: { id: number; version: number },
    input: PartsInput,
    by: StaffMember,
  ): Promise<ConsolePartner> {
    const parts = partsOf(input);
    await inTransaction(db, async (tx) => {
      const own = createPartnersRepository(tx);
      await own.lockAll();
      const partner = await own.byId(of.id);
      if (!partner) throw notFound();
      if (partner.version !== of.version) throw conflict('partners.changed');
      await own.change(of.id, parts);
      await record(tx, of.id, 'edit', by);
    });
    return one(of.id);
  }

  return {
    /** For the first page, in order. */
    async public(): Promise<{ id: number; name: Partner['name']; url: string; logo: string }[]> {
      const today = tashkentDay(Date.now());
      const partners = (await read.all()).filter((partner) => stateOf(partner, today) === 'shown');
      const logoOf = await logosOf(partners);
      return partners.map(({ id, name, url }) => ({ id, name, url, logo: logoOf(id) }));
    },

    /** Whatever its state: for the picture of its initials. */
    byId: (id: number): Promise<Partner | null> => read.byId(id),

    async all(): Promise<ConsolePartner[]> {
      return shown(await read.all());
    },

    /** The same request again answers with the one it made; 422 `partners.request-reused` with other content. */
    async create(requestId: string, input: PartsInput, by: StaffMember): Promise<ConsolePartner> {
      const parts = partsOf(input);
      const id = await inTransaction(db, async (tx) => {
        const own = createPartnersRepository(tx);
        await own.lockAll();
        const earlier = await own.madeBy(requestId);
        if (earlier) {
          if (earlier.url !== parts.url) throw ruleForbids('partners.request-reused');
          return earlier.id;
        }
        if ((await own.all()).length >= PARTNERS_MAX) throw ruleForbids('partners.too-many');
        const made = await own.create(requestId, parts);
        await record(tx, made, 'create', by);
        return made;
      });
      return one(id);
    },

    edit,

    /** Those that are not shown yet, in the words of somebody who may write them no longer. */
    async callOffOfFormer(): Promise<void> {
      const today = tashkentDay(Date.now());
      const planned = (await read.all()).filter((partner) => stateOf(partner, today) === 'planned');
      const left = await ofFormerStaff(db, await read.authors(), 'writeReference');
      for (const partner of planned)
        if (left.some(({ id }) => id === partner.id))
          await edit(partner, { ...partner, hidden: true }, PLATFORM);
    },

    /** 409 `partners.changed` when `before` is not the order now; 422 when `after` is not of the same ones. */
    async arrange(
      { before, after }: { before: readonly number[]; after: readonly number[] },
      by: StaffMember,
    ): Promise<{ ids: number[] }> {
      await inTransaction(db, async (tx) => {
        const own = createPartnersRepository(tx);
        await own.lockAll();
        const now = (await own.all()).map(({ id }) => id);
        if (now.join() !== before.join()) throw conflict('partners.changed');
        if (now.toSorted().join() !== after.toSorted().join()) throw ruleForbids('partners.other-entries');
        await own.arrange(after);
        await actions.record(
          { personId: by.personId, type: 'partner', action: 'arrange', result: 'done' },
          tx,
        );
      });
      return { ids: [...after] };
    },
  };
}
