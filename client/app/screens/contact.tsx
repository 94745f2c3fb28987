import { ContactPage } from '#client/features/site/contact/contact-page.tsx';
import { SellingSection } from '#client/features/cabinet/selling/selling-section.tsx';

/** /contact: how to reach the operator, and what an order asks of who comes here to sell. */
export default function Contact() {
  return (
    <ContactPage>
      <SellingSection />
    </ContactPage>
  );
}
