import type {
  ActionBlocksRepository,
  ActionSearch,
  ReadActions,
} from '#server/domains/staff/action-log/index.ts';
import { consoleActions, MOST_COUNTED } from '#shared/api/console/action-log.ts';
import { periodOf } from '#shared/time/period.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';

/** The action log, for auditors. */
export function registerConsoleActionRoutes(
  app: HttpApp,
  reading: ReadActions,
  search: Pick<ActionSearch, 'types'>,
  blocks: Pick<ActionBlocksRepository, 'last'>,
): void {
  registerContract(app, consoleActions, async (call) => {
    const { page, size, from, to, ...filters } = call.query;
    const wanted = { ...filters, ...periodOf({ from, to }) };
    const { personId } = call.signedIn();
    const [found, total, types, last] = await Promise.all([
      reading.find(wanted, { limit: size, offset: (page - 1) * size }, { personId, address: call.address }),
      reading.count(wanted, personId, MOST_COUNTED),
      search.types(),
      blocks.last(),
    ]);
    const items = found.map(({ reason, at, ...row }) => ({ ...row, about: reason, atMs: at.getTime() }));
    const head = last && {
      number: last.number,
      lastId: last.lastId,
      hash: last.hash,
      sealedAtMs: last.sealedAt.getTime(),
    };
    return { items, total, page, size, types, head };
  });
}
