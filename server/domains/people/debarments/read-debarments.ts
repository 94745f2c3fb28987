import type { FilesService } from '#server/domains/content/files/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { DebarmentProposal } from '#shared/api/console/console-debarments.ts';
import type { Role } from '#shared/api/contract.ts';
import type { DocumentView } from '#shared/api/cabinet/files.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import { evidenceOf } from './bar-evidence.ts';
import { createDebarmentProposalsRepository } from './bar-proposals.repository.ts';
import { barView, proposalView, type BarViewer } from './bar-views.ts';
import { createDebarmentsRepository, type BarFilter } from './debarments.repository.ts';
import type { StoredProposal } from './sanctions-tables.ts';

export interface ReadBarsDeps {
  db: AnyDb;
  files: Pick<FilesService, 'documents'>;
  now?: (() => number) | undefined;
}

export interface Reader {
  personId: string;
  roles: readonly Role[];
}

interface Page {
  page: number;
  size: number;
}

const IN_FORCE = { state: 'in-force' } as const;

/** Debarments and proposals as staff see them. */
export function createReadBars({ db, files, now = Date.now }: ReadBarsDeps) {
  const bars = createDebarmentsRepository(db);
  const proposals = createDebarmentProposalsRepository(db);

  const viewerOf = ({ personId, roles }: Reader): BarViewer => ({
    personId,
    decides: hasRight(roles, 'decideBars'),
  });
  const titlesOf = async (rows: readonly { lot_id: number | null }[]) => {
    const ids = new Set(rows.flatMap(({ lot_id: id }) => (id === null ? [] : [id])));
    return new Map((await bars.lots([...ids])).map(({ id, title }) => [id, title]));
  };
  const evidence = async (ids: readonly number[], reader: Reader): Promise<Map<number, DocumentView[]>> =>
    new Map(
      await Promise.all(
        ids.map(async (id) => [id, (await files.documents(evidenceOf(id), reader)).items] as const),
      ),
    );

  async function shown(rows: readonly StoredProposal[], reader: Reader): Promise<DebarmentProposal[]> {
    const viewer = viewerOf(reader);
    const [titles, documents, targets] = await Promise.all([
      titlesOf(rows),
      evidence(
        rows.filter((row) => row.submitted_at ?? row.proposed_by === reader.personId).map(({ id }) => id),
        reader,
      ),
      Promise.all(rows.map(async ({ bar_id: id }) => (id === null ? undefined : bars.find(id)))),
    ]);
    return rows.map((row, at) =>
      proposalView(row, {
        endDate: targets[at]?.end_date ?? null,
        evidence: documents.get(row.id) ?? [],
        titles,
        viewer,
        nowMs: now(),
      }),
    );
  }

  return {
    async bars(reader: Reader, { page, size, ...filter }: BarFilter & Page) {
      const nowMs = now();
      const today = tashkentDay(nowMs);
      const [found, inForce] = await Promise.all([
        bars.page(filter, today, { limit: size, offset: (page - 1) * size }),
        bars.count(IN_FORCE, today),
      ]);
      const about = await proposals.ofBars(found.items.map(({ id }) => id));
      const [titles, documents] = await Promise.all([
        titlesOf(found.items),
        evidence(
          about.filter((row) => row.submitted_at).map(({ id }) => id),
          reader,
        ),
      ]);
      const items = found.items.map((bar) =>
        barView(bar, {
          proposals: about.filter(({ bar_id: id }) => id === bar.id),
          evidence: documents,
          titles,
          viewer: viewerOf(reader),
          nowMs,
        }),
      );
      return { items, inForce, total: found.total, page, size };
    },

    async proposals(reader: Reader, { state, page, size }: { state: 'waiting' | 'all' } & Page) {
      const [found, waiting] = await Promise.all([
        proposals.page(state === 'all' ? 'all' : 'unfinished', reader.personId, {
          limit: size,
          offset: (page - 1) * size,
        }),
        proposals.count('unfinished', reader.personId),
      ]);
      return { items: await shown(found.items, reader), waiting, total: found.total, page, size };
    },

    async proposal(id: number, reader: Reader): Promise<DebarmentProposal> {
      const row = await proposals.find(id);
      if (!row) throw new Error(`there is no bar proposal ${id}`);
      const [view] = await shown([row], reader);
      return view!;
    },
  };
}
export type ReadBars = ReturnType<typeof createReadBars>;
