import { refusalPlace } from '../rules/refusal-places.ts';
import type { Partitioning } from './contract.ts';

/** All keys of the auction are built in this file. All keys of one script call share one hash tag. */
interface LotKeys {
  lot: string;
  bidders: string;
  autos: string;
  /** Awake auto-bids by maximum. */
  awake: string;
  /** Answers to accepted bid ids. */
  ids: string;
  log: string;
  due: string;
  lease: string;
}

export interface AuctionKeys {
  partitions: Partitioning;
  lot(lotId: number): LotKeys;
  /** A refused bid id, stored at one of a bounded number of places; expires. */
  refusal(lotId: number, person: string, bidId: string, notAdmitted?: boolean): string;
  /** Temporary tables of a lot being loaded: bidders, autos, awake, ids. */
  loading(lotId: number, epoch: number): [bidders: string, autos: string, awake: string, ids: string];
  /** Prefix of a lot's hash key, before its id. */
  lotPrefix(partition: number): string;
  log(partition: number): string;
  committed(partition: number): string;
  due(partition: number): string;
  lease(partition: number): string;
  /** SQLSTATE of commits that fail; expires. */
  failing(partition: number): string;
  wanted(partition: number): string;
}

export function auctionKeys(namespace: string, partitionCount: number): AuctionKeys {
  const of = (lotId: number): number => lotId % partitionCount;
  const prefix = (partition: number): string => `${namespace}{p${String(partition).padStart(2, '0')}}:`;
  const lotKey = (lotId: number): string => `${prefix(of(lotId))}lot:${lotId}`;
  return {
    partitions: { count: partitionCount, of },
    lot: (lotId) => {
      const shared = prefix(of(lotId));
      const lot = lotKey(lotId);
      return {
        lot,
        bidders: `${lot}:bidders`,
        autos: `${lot}:autos`,
        awake: `${lot}:awake`,
        ids: `${lot}:ids`,
        log: `${shared}log`,
        due: `${shared}due`,
        lease: `${shared}lease`,
      };
    },
    refusal: (lotId, person, bidId, notAdmitted) =>
      `${lotKey(lotId)}:no:${refusalPlace(person, bidId, notAdmitted)}`,
    loading: (lotId, epoch) => {
      const temporary = `${lotKey(lotId)}:loading:${epoch}`;
      return [`${temporary}:bidders`, `${temporary}:autos`, `${temporary}:awake`, `${temporary}:ids`];
    },
    lotPrefix: (partition) => `${prefix(partition)}lot:`,
    log: (partition) => `${prefix(partition)}log`,
    committed: (partition) => `${prefix(partition)}committed`,
    due: (partition) => `${prefix(partition)}due`,
    lease: (partition) => `${prefix(partition)}lease`,
    failing: (partition) => `${prefix(partition)}failing`,
    wanted: (partition) => `${prefix(partition)}wanted`,
  };
}
