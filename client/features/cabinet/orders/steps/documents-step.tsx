import { DocumentSection } from '#client/entities/file/document-section.tsx';
import { OrderField } from '../fields/order-field.tsx';
import { useOrderForm } from '../order-form.tsx';

/** Step 6: papers of the property. */
export function DocumentsStep() {
  const { orderId } = useOrderForm();
  return (
    <OrderField field="documents" below>
      {() => <DocumentSection place={{ owner: 'order', ownerId: orderId }} />}
    </OrderField>
  );
}
