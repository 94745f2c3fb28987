import { Refused } from '../inspection.ts';
import { isPlainLink } from '../plain-link.ts';

/** Who names relationships: ISO/IEC 29500 in both its forms, Microsoft, Google and WPS for what they add. */
const NAMED_BY =
  /^http:\/\/(?:schemas\.openxmlformats\.org|purl\.oclc\.org|schemas\.microsoft\.com|(?:customschemas|customooxmlschemas)\.google\.com|www\.wps\.cn)\/(?:[\w.-]+\/)*([\w-]+)$/;
/** Parts that are drawn, counted or noted; not programs, templates, links to books, imported chunks, objects and connections. */
const INSIDE: ReadonlySet<string> = new Set([
  'officeDocument',
  'core-properties',
  'extended-properties',
  'custom-properties',
  'thumbnail',
  'customXml',
  'customXmlProps',
  'theme',
  'themeOverride',
  'image',
  'hyperlink',
  'font',
  'package',
  'origin',
  'signature',
  'styles',
  'stylesWithEffects',
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
  'glossaryDocument',
  'bibliography',
  'classificationlabels',
  'chart',
  'chartEx',
  'chartStyle',
  'chartColorStyle',
  'chartUserShapes',
  'diagramData',
  'diagramLayout',
  'diagramQuickStyle',
  'diagramColors',
  'diagramDrawing',
  'drawing',
  'vmlDrawing',
  'legacyDrawing',
  'legacyDrawingHF',
  'worksheet',
  'chartsheet',
  'sharedStrings',
  'calcChain',
  'table',
  'tableSingleCells',
  'pivotTable',
  'pivotCacheDefinition',
  'pivotCacheRecords',
  'printerSettings',
  'sheetMetadata',
  'slicer',
  'slicerCache',
  'timeline',
  'timelineCache',
  'threadedComment',
  'person',
  'ctrlProp',
  'customProperty',
  'revisionHeaders',
  'revisionLog',
  'usernames',
  'rdRichValue',
  'rdRichValueStructure',
  'rdRichValueTypes',
  'richValueRel',
  'rdArray',
  'richStyles',
  'wsSortMap',
  'FeaturePropertyBag',
  'supportingPropertyBag',
  'supportingPropertyBagStructure',
  'cellImage',
  'workbookmetadata',
  'docsmetadata',
  'commentsmetadata',
  'commentsmeta',
]);
/** Inside, but brought in as a program or as a whole file. */
const ACTIVE: ReadonlySet<string> = new Set([
  'vbaProject',
  'wordVbaData',
  'xlMacrosheet',
  'xlIntlMacrosheet',
  'dialogsheet',
  'oleObject',
  'control',
  'activeXControlBinary',
  'extensibility',
  'attachedToolbars',
  'keyMapCustomizations',
  'aFChunk',
  'webextension',
  'webextensiontaskpanes',
  'volatileDependencies',
]);

/** One `Relationship` of a part: it leads to a part of the document, or is a link that a reader follows. @throws Refused */
export function judgeRelationship(attributes: Readonly<Record<string, string>>): void {
  const { Type: type = '', Target: target = '', TargetMode: mode = 'Internal' } = attributes;
  const kind = NAMED_BY.exec(type)?.[1];
  if (kind === undefined) throw new Refused('files.active-content');
  if (mode === 'External') {
    if (kind !== 'hyperlink' || !isPlainLink(target)) throw new Refused('files.external-content');
    return;
  }
  const isPlace = kind === 'hyperlink' && target.startsWith('#');
  if (mode !== 'Internal' || (!isPlace && /[:\\]|^\/\//.test(target)))
    throw new Refused('files.external-content');
  if (!INSIDE.has(kind))
    throw new Refused(ACTIVE.has(kind) ? 'files.active-content' : 'files.external-content');
}
