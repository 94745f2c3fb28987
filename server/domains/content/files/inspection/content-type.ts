import { Refused } from './inspection.ts';

/** By its first bytes; `zip` is an office document, whose kind is in its parts. */
export type Magic = 'image/jpeg' | 'image/png' | 'image/webp' | 'application/pdf' | 'zip';

const startsWith = (bytes: Buffer, signature: readonly number[]): boolean =>
  signature.every((byte, at) => bytes[at] === byte);

/** Signature of older Office files, and of newer ones with a password. */
const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const ZIP_END = Buffer.from('PK\x05\x06', 'latin1');
/** The end of a ZIP is within a comment's length of the end of the file. */
const ZIP_END_WITHIN = 22 + 0xffff;
/** Programs find the head of a PDF behind so many other bytes: a mark of byte order, lines of a mail or of a printer. */
const PDF_WITHIN = 1_024;
const PDF_HEAD = '%PDF-';
/** A program, or a picture, that is a PDF as well. */
const OTHER_HEADS = ['MZ', '\x7fELF', '#!', 'GIF8', 'BM', 'II*\0', 'MM\0*', '\0\0\0'];
/** What a page of the web or a script begins with. Seven letters do not occur by chance in a compressed file. */
const MARKUP = ['<script', '<SCRIPT', '<iframe', '<?php', '<!doctype html', '<!DOCTYPE html'];
/** The bytes before a PDF are few: less is enough there. */
const MARKUP_BEFORE = [...MARKUP, '<svg', '<html', '<?xml'];

/** @throws Refused where the content is of no accepted type, or encrypted as a whole */
export function magicOf(bytes: Buffer): Magic {
  if (bytes.length === 0) throw new Refused('files.empty');
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  const riff = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  if (riff) return 'image/webp';
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) return 'zip';
  if (startsWith(bytes, COMPOUND_FILE)) throw new Refused('files.encrypted');
  if (bytes.subarray(0, PDF_WITHIN + PDF_HEAD.length).includes(PDF_HEAD)) return 'application/pdf';
  throw new Refused('files.unsupported-type');
}

/** A file that is also of another type may be harmless as the one and not as the other. @throws Refused */
export function refuseMixed(bytes: Buffer, magic: Magic): void {
  const isPdf = magic === 'application/pdf';
  const head = bytes.subarray(0, PDF_WITHIN + PDF_HEAD.length);
  if (!isPdf && head.includes(PDF_HEAD)) throw new Refused('files.mixed-content');
  const before = isPdf ? head.subarray(0, head.indexOf(PDF_HEAD)) : bytes;
  const markup = isPdf ? MARKUP_BEFORE : MARKUP;
  const isMarkup = magic !== 'zip' && markup.some((text) => before.includes(text, 0, 'latin1'));
  if (isMarkup || (isPdf && OTHER_HEADS.some((other) => before.indexOf(other, 0, 'latin1') === 0)))
    throw new Refused('files.mixed-content');
  const tail = bytes.subarray(Math.max(0, bytes.length - ZIP_END_WITHIN));
  if (magic !== 'zip' && endsAsZip(tail)) throw new Refused('files.mixed-content');
}

/** An end record whose comment reaches exactly to the end of the file. */
function endsAsZip(tail: Buffer): boolean {
  for (let at = tail.indexOf(ZIP_END); at >= 0; at = tail.indexOf(ZIP_END, at + 1)) {
    if (at + 22 > tail.length) return false;
    if (at + 22 + tail.readUInt16LE(at + 20) === tail.length) return true;
  }
  return false;
}
