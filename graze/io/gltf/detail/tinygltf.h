// tinygltf as graze uses it: only for the JSON of a glTF file as tables. No files, no images.
#pragma once

// A separate namespace, so that a program with another copy of tinygltf can link to graze.
#define tinygltf graze_tinygltf
#define TINYGLTF_NO_FS
#define TINYGLTF_NO_STB_IMAGE
#define TINYGLTF_NO_STB_IMAGE_WRITE
#define TINYGLTF_NO_EXTERNAL_IMAGE
#include <tiny_gltf.h>
