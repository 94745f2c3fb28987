import type { AccountsService } from '#server/domains/people/accounts/index.ts';
import type { AuctionLogRepository } from '#server/auction/index.ts';
import type { LotsRepository } from '#server/domains/trade/lots/index.ts';
import type { Elsewhere } from '#server/domains/trade/orders/index.ts';
import type { DecidePayouts, Payouts } from '#server/domains/money/payouts/index.ts';
import type { ReferenceService } from '#server/domains/content/reference/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { SandboxOutbox } from '#server/platform/sandbox-outbox/index.ts';
import type {
  AnswerOffer,
  ConfirmHandOver,
  ConfirmPurchase,
  createApproveApplication,
  createFollowLot,
  createListLotFromOrder,
  createLookAtSettlements,
  createPlanRelisting,
  createReleaseDeposits,
  createRepeatLot,
  createWithdrawOrder,
  AdmitProtest,
  DecideProtest,
  FileProtest,
  Hammer,
  PaySettlement,
  RefuseSettlement,
  ReserveUnits,
} from '#server/workflows/index.ts';
import type { OrderCalls } from '../order-steps.ts';
import type { IndemnityTools } from './fund-indemnity.ts';
import type { PastRooms } from './past-rooms.ts';

/** The product's own calls and workflows, on the connection and the clock of a trail. */
export interface ScenarioTools extends OrderCalls, IndemnityTools {
  db: AnyDb;
  reference: ReferenceService;
  lots: Pick<LotsRepository, 'get' | 'roomToOpen' | 'projectRooms'>;
  auctionLog: Pick<AuctionLogRepository, 'readLot' | 'readEntries'>;
  pastRooms: PastRooms;
  listing: Pick<ReturnType<typeof createListLotFromOrder>, 'list'>;
  admission: Pick<ReturnType<typeof createApproveApplication>, 'admit'>;
  conclude(hammer: Hammer): Promise<void>;
  deposits: Pick<ReturnType<typeof createReleaseDeposits>, 'ofLot'>;
  following: Pick<ReturnType<typeof createFollowLot>, 'follow'>;
  looking: Pick<ReturnType<typeof createLookAtSettlements>, 'look'>;
  paying: Pick<PaySettlement, 'pay'>;
  refusing: Pick<RefuseSettlement, 'sendCode' | 'refuse'>;
  answering: Pick<AnswerOffer, 'accept' | 'decline' | 'lapse'>;
  withdrawing: Pick<ReturnType<typeof createWithdrawOrder>, 'withdraw'>;
  payouts: Pick<Payouts, 'list'>;
  filingProtests: Pick<FileProtest, 'file'>;
  admittingProtests: Pick<AdmitProtest, 'admit'>;
  protestsOfOrders: Pick<Elsewhere, 'answerProtest' | 'protestOf'>;
  decidingProtests: Pick<DecideProtest, 'uphold' | 'dismiss'>;
  planning: Pick<ReturnType<typeof createPlanRelisting>, 'plan'>;
  repeating: Pick<ReturnType<typeof createRepeatLot>, 'publish'>;
  /** The public offer, unless it is signed; nothing where people sign by hand. */
  signOffer: (personId: string) => Promise<void>;
  accounts: Pick<AccountsService, 'byId'>;
  sandboxOutbox: Pick<SandboxOutbox, 'newest'>;
  reserving: Pick<ReserveUnits, 'reserve'>;
  confirming: Pick<ConfirmPurchase, 'confirm'>;
  confirmHandOver: Pick<ConfirmHandOver, 'byBuyer'>;
  decidePayouts: Pick<DecidePayouts, 'approve' | 'send' | 'settle'>;
}
