import { describe, expect, it } from 'vitest';
import { readAlias } from '#client/lib/e-imzo/alias.ts';

const ALIAS =
  'cn=aliyev ali,name=ali,surname=aliyev,o=mchj test, sinov,t=direktor,uid=400000001,1.2.860.3.16.1.1=300000001,' +
  '1.2.860.3.16.1.2=30101000000005,serialnumber=77000001,validfrom=2025.01.10 10:00:00,validto=2027.01.10 23:59:59';

describe('what the E-IMZO application says of a certificate', () => {
  it('is read: an entity by its own number, days in the hour of Tashkent', () => {
    expect(readAlias(ALIAS)).toEqual({
      serial: '77000001',
      owner: 'ALIYEV ALI',
      kind: 'legal',
      pinfl: '30101000000005',
      tin: '300000001',
      validFrom: new Date('2025-01-10T05:00:00Z'),
      validTo: new Date('2027-01-10T18:59:59Z'),
    });
    const natural = readAlias(ALIAS.replace('1.2.860.3.16.1.1=300000001,', ''));
    expect(natural).toMatchObject({ kind: 'natural', tin: '400000001' });
  });

  it('is left out without a number of its owner, or without days', () => {
    expect(readAlias('cn=test,validfrom=2025.01.10 10:00:00,validto=2027.01.10 23:59:59')).toBeNull();
    expect(readAlias(ALIAS.replace('validto=2027.01.10 23:59:59', 'validto=soon'))).toBeNull();
    expect(readAlias('')).toBeNull();
  });
});
