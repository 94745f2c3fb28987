/** Address of the picture of a group or category: built from its id and type, wherever it is shown. */
export const categoryIconUrl = (type: 'group' | 'category', id: number): string => `/icons/${type}/${id}.svg`;
