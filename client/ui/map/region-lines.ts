import type { Point } from './country-outline.ts';

/**
 * Where regions meet, drawn by hand within the outline: enough to see in which region a place lies, not for measuring.
 * Each line is a stretch of border between two regions.
 */
export const REGION_LINES: readonly Point[][] = [
  // Karakalpakstan with Navoi, then Bukhara
  [
    [43.5, 62.01],
    [43.0, 61.95],
    [42.4, 62.1],
    [41.9, 62.2],
    [41.5, 61.95],
    [41.27, 61.55],
  ],
  // Karakalpakstan with Khorezm, along the Amu Darya
  [
    [41.27, 61.55],
    [41.42, 61.25],
    [41.5, 61.0],
    [41.62, 60.75],
    [41.85, 60.55],
    [42.0, 60.3],
    [42.22, 59.98],
  ],
  // Navoi with Bukhara
  [
    [41.9, 62.2],
    [41.6, 63.3],
    [41.2, 63.9],
    [40.8, 64.2],
    [40.4, 64.6],
    [40.12, 64.78],
    [39.85, 64.95],
    [39.5, 64.9],
  ],
  // Bukhara with Kashkadarya
  [
    [39.5, 64.9],
    [39.2, 64.7],
    [38.89, 64.17],
  ],
  // Navoi with Kashkadarya, then Samarkand, then Jizzakh
  [
    [39.5, 64.9],
    [39.52, 65.4],
    [39.7, 65.6],
    [39.95, 65.55],
    [40.1, 65.85],
    [40.25, 66.25],
    [40.5, 66.75],
    [40.8, 66.7],
    [41.17, 66.71],
  ],
  // Samarkand with Kashkadarya
  [
    [39.7, 65.6],
    [39.42, 66.0],
    [39.35, 66.5],
    [39.28, 66.95],
    [39.14, 67.44],
  ],
  // Samarkand with Jizzakh
  [
    [40.5, 66.75],
    [40.28, 66.98],
    [40.0, 67.35],
    [39.82, 67.5],
    [39.58, 67.7],
  ],
  // Kashkadarya with Surkhandarya
  [
    [37.97, 66.55],
    [38.25, 66.8],
    [38.55, 67.0],
    [38.85, 67.3],
    [39.04, 67.75],
  ],
  // Jizzakh with Syrdarya
  [
    [40.66, 68.26],
    [40.5, 68.25],
    [40.3, 68.42],
    [40.1, 68.62],
    [39.97, 68.91],
  ],
  // Syrdarya with the region of Tashkent, along the Syr Darya
  [
    [40.9, 68.77],
    [40.75, 68.76],
    [40.5, 68.98],
    [40.22, 69.08],
  ],
  // The region of Tashkent with Namangan, over the pass
  [
    [41.4, 70.65],
    [41.15, 70.5],
    [40.96, 70.67],
  ],
  // Namangan with Andijan
  [
    [41.22, 72.25],
    [41.0, 72.16],
    [40.93, 71.85],
    [40.9, 71.6],
    [40.72, 71.55],
  ],
  // Namangan with Fergana
  [
    [40.72, 71.55],
    [40.76, 71.2],
    [40.68, 70.95],
    [40.72, 70.56],
  ],
  // Andijan with Fergana
  [
    [40.72, 71.55],
    [40.6, 71.88],
    [40.48, 72.15],
    [40.42, 72.25],
  ],
  // The city of Tashkent
  [
    [41.4, 69.2],
    [41.41, 69.32],
    [41.34, 69.4],
    [41.23, 69.38],
    [41.17, 69.25],
    [41.22, 69.15],
    [41.33, 69.15],
    [41.4, 69.2],
  ],
];

/** Where the name of a region is written, by its id in the dictionary of regions. */
export const REGION_PLACES: Readonly<Record<number, Point>> = {
  1703: [40.78, 72.45],
  1706: [40.35, 63.4],
  1708: [40.45, 67.45],
  1710: [38.7, 65.95],
  1712: [41.6, 64.6],
  1714: [41.05, 71.45],
  1718: [39.82, 66.55],
  1722: [38.0, 67.3],
  1724: [40.45, 68.65],
  1726: [41.31, 69.27],
  1727: [41.15, 69.8],
  1730: [40.45, 71.4],
  1733: [41.45, 60.6],
  1735: [43.6, 58.4],
};
