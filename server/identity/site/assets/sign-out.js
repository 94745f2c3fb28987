document.getElementById('sign-out-now').click();
