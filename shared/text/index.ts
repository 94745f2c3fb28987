/** One reading of typed, pasted and imported text: the client and the server compare words by the same forms. */
export { APOSTROPHES, stripInvisible } from './strip-invisible.ts';
export { readNumber } from './read-number.ts';
export { foldWord, isOneOf } from './fold-word.ts';
