import type { NewLot } from '../lots.publish.ts';

/** Who sells on the state platform: the agency for state assets, or bailiffs by order of a court. */
export const SELLERS: Readonly<Record<'court' | 'state', NewLot['customer']>> = {
  state: {
    name: {
      uz: 'Davlat aktivlarini boshqarish agentligi',
      ru: 'Агентство по управлению государственными активами',
      'uz-Cyrl': 'Давлат активларини бошқариш агентлиги',
      en: 'State Assets Management Agency',
    },
    ownerType: 'state',
    phone: null,
    email: null,
  },
  court: {
    name: {
      uz: 'Majburiy ijro byurosi',
      ru: 'Бюро принудительного исполнения',
      'uz-Cyrl': 'Мажбурий ижро бюроси',
      en: 'Bureau of Compulsory Enforcement',
    },
    ownerType: 'state',
    phone: null,
    email: null,
  },
};
