import { ContactMessages } from '#client/features/console-contact/contact-messages.tsx';

/** /console/contact: messages to the operator. */
export default function Contact() {
  return <ContactMessages />;
}
