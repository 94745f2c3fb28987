import { authContracts } from './auth.ts';
import { consoleRoomContracts } from './console-rooms.ts';
import type { Contract } from './contract.ts';
import { gameViewRoomContracts } from './game-view-room.ts';
import { lotContracts } from './lots.ts';
import { referenceContracts } from './reference.ts';
import { siteContracts } from './site.ts';
import { tradeApplicationContracts } from './trade-applications.ts';

/** Every call of the API. Routes, OpenAPI and the contract tests are compared with this list. */
export const CONTRACTS: readonly Contract[] = [
  ...authContracts,
  ...siteContracts,
  ...referenceContracts,
  ...lotContracts,
  ...gameViewRoomContracts,
  ...tradeApplicationContracts,
  ...consoleRoomContracts,
];
