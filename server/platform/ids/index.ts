export { newId, newSecret, type Branded } from './ids.ts';
