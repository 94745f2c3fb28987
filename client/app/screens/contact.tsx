import { ContactPage } from '#client/features/contact/contact-page.tsx';
import { SellingSection } from '#client/features/selling/selling-section.tsx';

/** /contact: how to reach the operator, and what an order asks of who comes here to sell. */
export default function Contact() {
  return (
    <ContactPage>
      <SellingSection />
    </ContactPage>
  );
}
