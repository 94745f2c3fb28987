import { ContactPage } from '#client/features/contact/contact-page.tsx';

/** /contact: how to reach the operator. */
export default function Contact() {
  return <ContactPage />;
}
