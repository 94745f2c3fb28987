import '@fontsource-variable/onest/wght.css';
import './tokens.css';
import './base.css';
