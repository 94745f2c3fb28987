import type { Queries } from './add-partition.ts';
import { prepareLots, tablesWithoutNextLots } from './lot-partitions.ts';
import { prepareMonths, tablesWithoutNextMonth } from './monthly-partitions.ts';

/**
 * Makes the partitions of this month and of the next three, and of the lots to come, that are missing. Safe to repeat.
 * @param owner a connection of the tables' owner
 * @returns the names of those that were made
 */
export const preparePartitions = async (owner: Queries, now = new Date()): Promise<string[]> => [
  ...(await prepareMonths(owner, now)),
  ...(await prepareLots(owner)),
];

/** Tables whose next month, or whose next lots, have no partition yet; any role may ask. */
export const tablesWithoutPartitions = async (queries: Queries, now = new Date()): Promise<string[]> => [
  ...(await tablesWithoutNextMonth(queries, now)),
  ...(await tablesWithoutNextLots(queries)),
];
