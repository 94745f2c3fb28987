/** Cancelled results of sold lots: proposals of staff, and what sellers owe because of them. */
export { createSaleClaims, type SaleClaims } from './sale-claims.ts';
