import { describe, expect, it } from 'vitest';
import { circleOfChunks } from '#client/refuse-circular-chunks.ts';

const chunk = (fileName: string, ...imports: string[]) => ({ fileName, imports });

describe('chunks of the client', () => {
  it('may share others, and import files of no build', () => {
    const chunks = [chunk('screen', 'more', 'calls', 'other.js'), chunk('more', 'calls'), chunk('calls')];
    expect(circleOfChunks(chunks)).toBeNull();
  });

  it('that import each other are named, without those that lead there', () => {
    const chunks = [
      chunk('screen', 'more'),
      chunk('more', 'base', 'calls'),
      chunk('calls', 'more'),
      chunk('base'),
    ];
    expect(circleOfChunks(chunks)).toEqual(['more', 'calls', 'more']);
  });

  it('are refused where one imports itself', () => {
    expect(circleOfChunks([chunk('more', 'more')])).toEqual(['more', 'more']);
  });
});
