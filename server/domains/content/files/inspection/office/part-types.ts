/** What a part of a document is read as. `package`: another document, such as the figures of a chart. */
export type PartType = 'xml' | 'picture' | 'data' | 'package';

const OFFICE = 'application/vnd.openxmlformats-officedocument.';
export const DOCX = `${OFFICE}wordprocessingml.document`;
export const XLSX = `${OFFICE}spreadsheetml.sheet`;
export const MAIN_TYPES: Readonly<Record<string, string>> = {
  [`${DOCX}.main+xml`]: DOCX,
  [`${XLSX}.main+xml`]: XLSX,
};

const listOf = (prefix: string, names: readonly string[], ending: string): string[] =>
  names.map((name) => `${prefix}${name}${ending}`);

/** ISO/IEC 29500 and the extensions of Microsoft, without programs, connections, links to other books and embedded objects. */
const XML_TYPES: ReadonlySet<string> = new Set([
  'application/xml',
  'text/xml',
  'image/svg+xml',
  `${OFFICE}vmlDrawing`,
  ...listOf(
    'application/vnd.openxmlformats-package.',
    ['relationships', 'core-properties', 'digital-signature-xmlsignature'],
    '+xml',
  ),
  ...listOf(
    OFFICE,
    [
      'extended-properties',
      'custom-properties',
      'customXmlProperties',
      'theme',
      'themeOverride',
      'drawing',
      'drawingml.chart',
      'drawingml.chartshapes',
      'drawingml.diagramData',
      'drawingml.diagramLayout',
      'drawingml.diagramStyle',
      'drawingml.diagramColors',
      'bibliography',
    ],
    '+xml',
  ),
  ...listOf(
    `${OFFICE}wordprocessingml.`,
    [
      'document.main',
      'document.glossary',
      'styles',
      'settings',
      'webSettings',
      'fontTable',
      'numbering',
      'footnotes',
      'endnotes',
      'comments',
      'commentsExtended',
      'commentsIds',
      'commentsExtensible',
      'people',
      'header',
      'footer',
    ],
    '+xml',
  ),
  ...listOf(
    `${OFFICE}spreadsheetml.`,
    [
      'sheet.main',
      'worksheet',
      'chartsheet',
      'sharedStrings',
      'styles',
      'calcChain',
      'table',
      'comments',
      'pivotTable',
      'pivotCacheDefinition',
      'pivotCacheRecords',
      'sheetMetadata',
      'tableSingleCells',
      'revisionHeaders',
      'revisionLog',
      'userNames',
    ],
    '+xml',
  ),
  ...listOf(
    'application/vnd.ms-',
    [
      'word.stylesWithEffects',
      'office.chartstyle',
      'office.chartcolorstyle',
      'office.chartex',
      'office.drawingml.diagramDrawing',
      'office.classificationlabels',
      'excel.slicer',
      'excel.slicerCache',
      'excel.timeline',
      'excel.timelineCache',
      'excel.threadedcomments',
      'excel.person',
      'excel.controlproperties',
      'excel.rdrichvalue',
      'excel.rdrichvaluestructure',
      'excel.rdrichvaluetypes',
      'excel.richvaluerel',
      'excel.rdarray',
      'excel.richstyles',
      'excel.supportingpropertybag',
      'excel.supportingpropertybagstructure',
      'excel.wsSortMap',
      'excel.featurepropertybag',
    ],
    '+xml',
  ),
]);
const PICTURES = /^image\/(?:x-)?(?:png|jpe?g|pjpeg|gif|bmp|tiff?|emf|wmf|webp)$/;
const DATA: ReadonlySet<string> = new Set([
  `${OFFICE}obfuscatedFont`,
  'application/x-fontdata',
  'application/x-font-ttf',
  ...listOf(OFFICE, ['spreadsheetml.printerSettings', 'wordprocessingml.printerSettings'], ''),
  `${OFFICE}spreadsheetml.customProperty`,
  'application/vnd.openxmlformats-package.digital-signature-origin',
]);
/** What the tables of Google note beside a book. */
const OF_GOOGLE = /^xl\/(?:metadata|commentsmeta\d*)$/;
const GOOGLE_TYPE = 'application/binary';

/** Of parts that no type is given for: programs pass over them. */
const BY_ENDING: readonly [RegExp, PartType][] = [
  [/\.(?:xml|rels|vml)$/, 'xml'],
  [/\.(?:png|jpe?g|gif|bmp|tiff?|emf|wmf)$/, 'picture'],
];

/** How a part is looked at; null: a document has no such parts. @param declared null: it has no type */
export function partTypeOf(name: string, declared: string | null): PartType | null {
  if (declared === null) return BY_ENDING.find(([ending]) => ending.test(name))?.[1] ?? null;
  if (XML_TYPES.has(declared)) return 'xml';
  if (PICTURES.test(declared.toLowerCase())) return 'picture';
  if (declared === DOCX || declared === XLSX) return 'package';
  return DATA.has(declared) || (declared === GOOGLE_TYPE && OF_GOOGLE.test(name)) ? 'data' : null;
}
