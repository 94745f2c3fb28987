/**
 * Ceiling: a script of one XADD that writes the fields of the product's own entry. Returns its text and its arguments
 * for one bid; the same flood that calls the product's script calls this one, on the same Redis.
 */
export const ONE_XADD = `return redis.call('XADD', KEYS[1], '*', 'l', ARGV[1], 'e', ARGV[2], 'person', ARGV[3], 'bidId', ARGV[4],
  'amountTiyin', ARGV[5])`;

export const oneXaddCall = (sha: string, key: string, bidId: string, amount: string): string[] => [
  ...['EVALSHA', sha, '1', key],
  ...['1', '1', 'b1', bidId, amount],
];
