/** Values of PDF as they are written: ISO 32000-2, section 7.3. Strings are bytes, one in each letter. */
export type PdfValue = null | boolean | number | string | PdfName | PdfReference | PdfArray | PdfDict;
type PdfArray = readonly PdfValue[];

export class PdfName {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export class PdfReference {
  readonly number: number;
  constructor(number: number) {
    this.number = number;
  }
}

/** A key may be there twice, and programs differ in which they read: every value of a key is looked at. */
export class PdfDict {
  readonly entries: readonly (readonly [key: string, value: PdfValue])[];
  /** Whether bytes of a stream follow it. */
  readonly isStream: boolean;
  constructor(entries: PdfDict['entries'], isStream = false) {
    this.entries = entries;
    this.isStream = isStream;
  }

  has(key: string): boolean {
    return this.entries.some(([each]) => each === key);
  }

  valuesOf(key: string): PdfValue[] {
    return this.entries.flatMap(([each, value]) => (each === key ? [value] : []));
  }
}
