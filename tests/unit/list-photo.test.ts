import { expect, test } from 'vitest';
import { listPhoto } from '#server/domains/trade/lots/index.ts';

const text = { uz: 'Surat', ru: 'Фото', 'uz-Cyrl': 'Сурат', en: 'Photo' };
const size = (width: number) => ({ url: `/files/${width}.webp`, width, height: width / 2 });

test('lists have the main photo in the widths of their tiles', () => {
  const photo = { ...size(1600), alt: text, sizes: [320, 800, 1600].map(size), blur: 'data:,' };
  expect(listPhoto([photo, { ...size(320), alt: text }])).toEqual({
    ...size(800),
    alt: text,
    blur: 'data:,',
    sizes: [size(320), size(800)],
  });
});

test('a photo of an earlier release stays as it is, and a lot may have none', () => {
  const photo = { url: '/pictures/cars/malibu/0.webp', width: 720, height: 480, alt: text };
  expect(listPhoto([photo])).toEqual(photo);
  expect(listPhoto([])).toBeNull();
});
