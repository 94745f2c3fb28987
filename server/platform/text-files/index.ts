/** Text files of other systems, in whatever encoding they come. */
export { decodeText } from './decode-text.ts';
