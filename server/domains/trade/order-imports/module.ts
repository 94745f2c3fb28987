import type { AccountsService, IsSamePerson, ProfileService } from '#server/domains/people/accounts/index.ts';
import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import type { FilesService } from '#server/domains/content/files/index.ts';
import type { ImportOrders } from '#server/domains/trade/orders/index.ts';
import type { ReferenceService } from '#server/domains/content/reference/index.ts';
import type { SignaturesService } from '#server/domains/people/signatures/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { ADD_PHOTOS_HELP, runAddPhotosCommand } from './add-photos-command.ts';
import { orderImportExport } from './order-import-export.ts';
import { createOrderImports } from './order-imports.service.ts';
import { createReadFile } from './read-file.ts';
import { ORDER_IMPORTS_PERSONAL_DATA } from './personal-data.ts';

interface OrderImportsNeeds extends Pick<Base, 'config' | 'database'> {
  accounts: Pick<AccountsService, 'byId'>;
  people: { profile: Pick<ProfileService, 'requisites'> };
  actions: Pick<ActionLog, 'record'>;
  files: Pick<FilesService, 'setAside'>;
  signatures: Pick<SignaturesService, 'prepare' | 'accept'>;
  reference: ReferenceService;
  importOrders: ImportOrders;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  isSamePerson: IsSamePerson;
}

export const orderImportsModule = defineModule({
  name: 'order-imports',
  personalData: ORDER_IMPORTS_PERSONAL_DATA,
  create(needs: OrderImportsNeeds) {
    const { accounts, people, actions, files, signatures, reference, namesOf } = needs;
    const { db } = needs.database;
    return {
      orderImports: createOrderImports({
        db,
        files,
        signatures,
        actions,
        reference,
        namesOf,
        isSamePerson: needs.isSamePerson,
        personOf: (personId) => accounts.byId(personId),
      }),
      readImportedFile: createReadFile({
        db,
        reference,
        orders: needs.importOrders,
        async defaultsOf(personId) {
          const person = await accounts.byId(personId);
          if (!person) return null;
          const { name, phone, email } = person;
          return { name, phone, email, requisites: await people.profile.requisites(personId) };
        },
      }),
    };
  },
  exports: ({ orderImports }) => ({ 'console-order-imports': orderImportExport(orderImports) }),
  commands: [
    {
      name: 'order-import-photos',
      usage: ADD_PHOTOS_HELP.split('\n')[0]!,
      about: 'adds the photos of a folder of this server to an import of lots that staff have uploaded',
      run({ args, out, open }) {
        const { orderImports, config } = open();
        return runAddPhotosCommand(args, { imports: orderImports, folder: config.files.incomingFolder, out });
      },
    },
  ],
});
