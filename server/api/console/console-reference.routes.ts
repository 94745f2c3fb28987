import type { FilesService } from '#server/domains/content/files/index.ts';
import type { ReferenceChanges } from '#server/domains/content/reference-changes/index.ts';
import { conflict, ruleForbids, tooLarge } from '#server/platform/errors/index.ts';
import { registerContract, type Call, type HttpApp } from '#server/platform/http/index.ts';
import {
  addArea,
  addCalendarDay,
  BANK_FILE_LIMITS,
  consoleBanks,
  consoleCalendar,
  consolePlaces,
  hideArea,
  importBanks,
  previewBanks,
  referenceHistory,
  removeCalendarDay,
  renamePlace,
} from '#shared/api/console/console-reference.ts';
import {
  approveReferenceProposal,
  changeReferenceProposal,
  consoleBaseAmounts,
  consoleRuleSets,
  previewRuleSet,
  proposeReferenceChange,
  referenceProposals,
  turnDownReferenceProposal,
  withdrawReferenceProposal,
} from '#shared/api/console/reference-proposals.ts';
import { receiveBytes } from '../receive-file.ts';

const staffOf = (call: Pick<Call, 'signedIn' | 'address'>) => {
  const { personId, name, roles } = call.signedIn();
  return { personId, name, roles, address: call.address };
};

const BANK_FILE = {
  fileBytes: BANK_FILE_LIMITS.fileBytes,
  tooLarge: () => tooLarge('reference.bank-file-large'),
};

/** Reference data: rule sets and base amounts by proposals, days, places and banks at once. */
export function registerConsoleReferenceRoutes(
  app: HttpApp,
  changes: ReferenceChanges,
  files: Pick<FilesService, 'receive'>,
): void {
  const { proposals, calendar, places, banks } = changes;

  registerContract(app, consoleRuleSets, async (call) => ({
    items: await proposals.ruleSets(call.signedIn()),
  }));
  registerContract(app, consoleBaseAmounts, (call) => proposals.baseAmounts(call.signedIn()));
  registerContract(app, previewRuleSet, (call) => proposals.preview(call.params.name, call.body));
  registerContract(app, referenceProposals, (call) => proposals.list(call.query, call.signedIn()));
  registerContract(app, proposeReferenceChange, (call) => proposals.propose(call.body, staffOf(call)));
  registerContract(app, changeReferenceProposal, (call) => {
    const { version, ...proposed } = call.body;
    return proposals.change(call.params.proposalId, version, proposed, staffOf(call));
  });
  registerContract(app, approveReferenceProposal, (call) =>
    proposals.approve(call.params.proposalId, call.body.version, staffOf(call)),
  );
  registerContract(app, turnDownReferenceProposal, (call) =>
    proposals.turnDown(call.params.proposalId, call.body.version, call.body.note, staffOf(call)),
  );
  registerContract(app, withdrawReferenceProposal, (call) =>
    proposals.withdraw(call.params.proposalId, staffOf(call)),
  );

  registerContract(app, consoleCalendar, (call) => calendar.view(call.query.year));
  registerContract(app, addCalendarDay, (call) =>
    calendar.add(call.body.change, call.body.reason, staffOf(call)),
  );
  registerContract(app, removeCalendarDay, (call) =>
    calendar.remove(call.body.day, call.body.reason, staffOf(call)),
  );

  registerContract(app, consolePlaces, () => places.list());
  registerContract(app, addArea, (call) => places.addArea(call.params.regionId, call.body, staffOf(call)));
  registerContract(app, renamePlace, (call) => places.rename(call.params, call.body, staffOf(call)));
  registerContract(app, hideArea, (call) => places.hide(call.params.areaId, call.body, staffOf(call)));

  registerContract(app, consoleBanks, (call) => banks.list(call.query));
  registerContract(app, previewBanks, (call) =>
    receiveBytes(call, files, BANK_FILE, async (bytes) => {
      const preview = await banks.preview(bytes);
      if (typeof preview === 'string') throw ruleForbids(`reference.${preview}`);
      return preview;
    }),
  );
  registerContract(app, importBanks, (call) =>
    receiveBytes(call, files, BANK_FILE, async (bytes, fileName) => {
      const done = await banks.take(bytes, { mark: call.query.mark, fileName, by: staffOf(call) });
      if (done.outcome === 'other-file') throw conflict('reference.other-file');
      if (done.outcome !== 'done') throw ruleForbids(`reference.${done.outcome}`);
      const { added, renamed, ended, refused } = done;
      return { added, renamed, ended, refused };
    }),
  );

  registerContract(app, referenceHistory, (call) => changes.history(call.query));
}
