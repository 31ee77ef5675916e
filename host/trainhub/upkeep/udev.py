"""The udev rule for hubs: access for whoever sits at the computer, and no ModemManager that talks to a hub first.

Only the two USB products of a Pico are named; nobody else's device is opened up.
"""

import glob

FILE = "/etc/udev/rules.d/70-trainhub.rules"

RULE = """\
# trainhub: hubs (MicroPython on a Raspberry Pi Pico) and their bootloader, for the person at the computer.
SUBSYSTEM=="tty", ATTRS{idVendor}=="2e8a", ATTRS{idProduct}=="0005", TAG+="uaccess", ENV{ID_MM_DEVICE_IGNORE}="1"
SUBSYSTEM=="usb", ATTRS{idVendor}=="2e8a", ATTRS{idProduct}=="0003", TAG+="uaccess"
SUBSYSTEM=="usb", ATTRS{idVendor}=="2e8a", ATTRS{idProduct}=="000f", TAG+="uaccess"
"""

INSTALL = f"trainhub udev | sudo tee {FILE} && sudo udevadm control --reload && sudo udevadm trigger"


def installed() -> str | None:
    """The file that holds such a rule, or None. Files that may not be read are passed over."""
    for folder in ("/etc/udev/rules.d", "/run/udev/rules.d", "/usr/lib/udev/rules.d", "/lib/udev/rules.d"):
        for path in sorted(glob.glob(folder + "/*.rules")):
            try:
                with open(path, encoding="utf-8", errors="replace") as file:
                    text = file.read().lower()
            except OSError:
                continue
            if "2e8a" in text and "uaccess" in text:
                return path
    return None
